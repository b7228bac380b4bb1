import { expect, test } from 'vitest';
import * as z from 'zod';
import { declareMessageKind } from './message-kind.ts';

test('a kind that has no value for a placeholder of its text does not compile', () => {
  const declareKind = () =>
    declareMessageKind({
      kind: 'incomplete',
      to: 'applicants',
      limit: 'ours',
      written: [],
      data: z.object({}),
      sample: {},
      // @ts-expect-error: the program has no value
      sms: {
        text: 'certificate',
        values: () => ({ firstName: 'Amina', reference: 'REG-2026-000123', link: 'https://example.org' }),
      },
    });
  expect(declareKind).toBeTypeOf('function');
});
