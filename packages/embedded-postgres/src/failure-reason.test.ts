import { expect, test } from 'vitest';
import { findFailureReason } from './error.ts';

const at = '2026-11-20 22:50:30.079 UTC';

test('names the reason of the server, not of a process that a killed server left behind', () => {
  const log = `${at} [21] FATAL:  pre-existing shared memory block (key 1) is still in use
${at} [9] FATAL:  terminating connection due to unexpected postmaster exit
`;
  expect(findFailureReason(log, 21)).toBe('pre-existing shared memory block (key 1) is still in use');
});

test('takes the last failure of another process when the server names none', () => {
  const log = `${at} [21] LOG:  starting PostgreSQL
${at} [22] PANIC:  could not locate a valid checkpoint record
${at} [21] LOG:  startup process (PID 22) was terminated by signal 6: Aborted
`;
  expect(findFailureReason(log, 21)).toBe('could not locate a valid checkpoint record');
});

test('says so when there is no reason', () => {
  expect(findFailureReason('', 21)).toBe('it gave no reason');
});
