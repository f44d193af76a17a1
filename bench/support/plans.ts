/**
 * The repository that a measured run works in: a plan of any size, each increment one line in a file and one gate. There
 * are ten files, whatever the size: what git takes for each file of a repository is not the plan's.
 */
import { planText, prdText } from '../../test/support/plan.js';
import { makeRepository, type TestRepository } from '../../test/support/repository.js';

export interface PlanShape {
  increments: number;
  /** Instead of a gate that the agent's file satisfies. */
  gate?: string;
  config?: Record<string, unknown>;
}

const incrementsPerStory = 10;

/** Ids have the same width in every plan, so that sizes differ by their number alone. */
export function makeBenchRepository({ increments, gate, config = {} }: PlanShape): Promise<TestRepository> {
  const numbers = Array.from({ length: increments }, (_, index) => index);
  const ids = numbers.map((number) => String(number + 1).padStart(4, '0'));
  const file = (id: string) => `work/${id.slice(-1)}.txt`;
  const story = (number: number) => `US-${String(Math.floor(number / incrementsPerStory) + 1).padStart(3, '0')}`;
  return makeRepository({
    plan: planText({
      increments: ids.map((id, number) => ({
        id,
        title: `Write line ${id}`,
        gates: [`\`${gate ?? `grep -q ${id} ${file(id)}`}\``],
        prdRefs: [`${story(number)} AC ${(number % incrementsPerStory) + 1}`],
        primaryFiles: [`\`${file(id)}\``],
      })),
    }),
    prd: prdText({
      stories: [...new Set(numbers.map(story))].map((id) => ({
        id,
        title: 'Lines',
        criteria: Array.from({ length: incrementsPerStory }, (_, index) => `Line ${index + 1} of ${id} is there.`),
      })),
    }),
    files: { 'work/README.md': 'One line an increment.\n', 'ralph.config.json': `${JSON.stringify(config)}\n` },
  });
}
