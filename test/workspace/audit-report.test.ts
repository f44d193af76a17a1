import { expect, it } from '@jest/globals';
import { formatAudit } from '../../src/workspace/audit-report.js';
import { audit, incrementText, planFile, planText } from './audit-fixture.js';

it('reads like a page: increments, gates in plain words, findings', () => {
  const plan = planText([
    incrementText({ status: 'done' }),
    incrementText({ id: '02', title: 'Count', gate: '`ls src | wc -l` — 3\n2. The page is fine' }),
    incrementText({ id: '03', title: 'Ship', gate: '```bash\n   npm run build\n   npm test || true\n   ```' }),
  ]);
  const text = formatAudit(audit({ plan, prd: null }));
  expect(text.slice(0, text.indexOf('error '))).toBe(
    `Greeter (${planFile})
pending · 3 increments · 1 done

01 — Say hello · done
  $ npm test
      passes when it exits with 0

02 — Count · pending
  $ ls src | wc -l
      passes when it prints 3
  - The page is fine
      not machine-checked: the agent answers it

03 — Ship · pending
  $ npm run build
  > npm test || true
      passes when it exits with 0

`,
  );
  expect(text).toContain(`\nerror    ${planFile}  The plan has no PRD. — Write one beside`);
  expect(text).toMatch(/^warning {2}docs\/\S+:\d+ {2}The gate .* can't fail: .* — Let the command/m);
  expect(text).toMatch(/\n\n1 error, 2 warnings, 1 info\n$/);
});

it('lets no control character through to the terminal', () => {
  const report = audit({ plan: planText([incrementText({ title: 'Red \u001b[31malert' })]) });
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  expect(formatAudit(report)).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
});
