import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ControlPage } from '../../../features/fees/books/control-page.tsx';
import { dayParameter, makeOptionalParameter } from '../../../lists/address.ts';

export const Route = createFileRoute('/admin/fees/control')({
  validateSearch: z.object({
    month: makeOptionalParameter(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
    /** An address with `from` and `to` needs no month. */
    from: dayParameter,
    to: dayParameter,
  }),
  head: () => ({ meta: [{ title: 'Control – Admin' }] }),
  component: ControlPage,
});
