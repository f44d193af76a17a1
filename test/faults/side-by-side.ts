/** Tasks in several processes, each with a service and a state folder of its own. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Answer, Task } from './task.js';

const program = fileURLToPath(new URL('task-process.ts', import.meta.url));

/**
 * @param onAnswer called as soon as a task is done, in the order of their ends
 * @throws when one of the processes dies
 */
export async function sideBySide<T extends Task>(
  tasks: readonly T[],
  jobs: number,
  onAnswer: (task: T, answer: Answer<T>) => void,
): Promise<void> {
  const left = [...tasks];
  const work = async () => {
    const child = fork(program);
    try {
      for (let task = left.shift(); task !== undefined; task = left.shift()) onAnswer(task, await ask(child, task));
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, tasks.length) }, work));
}

async function ask<T extends Task>(child: ChildProcess, task: T): Promise<Answer<T>> {
  const over = new AbortController();
  child.send(task);
  const died = once(child, 'exit', { signal: over.signal }).then(([code, signal]) => {
    throw new Error(`The process of ${JSON.stringify(task)} ended (${String(code ?? signal)}).`);
  });
  died.catch(() => undefined);
  try {
    const [answer] = (await Promise.race([once(child, 'message', { signal: over.signal }), died])) as [Answer<T>];
    return answer;
  } finally {
    over.abort();
  }
}
