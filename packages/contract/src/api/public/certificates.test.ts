import { expect, test } from 'vitest';
import { findPeriodFault } from './certificates.constants.ts';

const days = { from: '2026-11-02', to: '2026-11-05', hours: null, issuedOn: '2026-11-06' };

test.each([
  [{ ...days, hours: 96 }, undefined],
  [{ ...days, hours: 97 }, ['hours', 'At most 96 hours in 4 days']],
  [{ ...days, to: '2026-11-02', hours: 25 }, ['hours', 'At most 24 hours in 1 day']],
  [{ ...days, to: null, hours: 121 }, ['hours', 'At most 120 hours in 5 days']],
  [{ ...days, from: null, hours: 10_000 }, undefined],
  [{ ...days, issuedOn: '2026-11-05' }, undefined],
  [{ ...days, issuedOn: '2026-11-04' }, ['to', 'Issued before the last day, 5 Nov 2026']],
  [{ ...days, to: null, issuedOn: '2026-11-01' }, ['from', 'Issued before the start, 2 Nov 2026']],
  [{ ...days, to: '2026-11-01' }, ['to', 'The end is before the start, 2 Nov 2026']],
  [{ from: null, to: null, hours: 10_000, issuedOn: '2026-11-01' }, undefined],
])('the days and hours %j agree, or one line is named', (extent, fault) => {
  const found = findPeriodFault(extent);
  expect(found && [found.line, found.message]).toEqual(fault);
});
