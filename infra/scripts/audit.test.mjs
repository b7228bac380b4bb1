import { expect, test } from 'vitest';
import { judge } from './audit.mjs';

const passed = { passed: 1, failed: 0, skipped: 0, failures: [] };
const skipped = { passed: 0, failed: 0, skipped: 1, failures: [] };
const failed = (severity) => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [`audit: qs <6.2.4 (${severity})`],
});

const answerWith = (severity) =>
  JSON.stringify({
    vulnerabilities: { qs: { name: 'qs', severity, range: '<6.2.4' } },
    metadata: { vulnerabilities: {} },
  });

test.each([
  ['no weakness', JSON.stringify({ vulnerabilities: {}, metadata: {} }), passed],
  ['a moderate one', answerWith('moderate'), passed],
  ['a high one', answerWith('high'), failed('high')],
  ['a critical one', answerWith('critical'), failed('critical')],
  ['a registry without an audit', JSON.stringify({ message: '405 Method Not Allowed', error: {} }), skipped],
  ['no answer', '', skipped],
])('the audit judges %s', (_, stdout, totals) => {
  expect(judge(stdout)).toEqual(totals);
});
