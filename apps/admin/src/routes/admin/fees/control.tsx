import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ControlPage } from '../../../features/fees/books/control-page.tsx';
import { OwnersOnly } from '../../../features/shell/owners-only.tsx';
import { parseOptional } from '../../../lists/address.ts';

export const Route = createFileRoute('/admin/fees/control')({
  validateSearch: z.object({ month: parseOptional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))) }),
  head: () => ({ meta: [{ title: 'Control – Admin' }] }),
  component: () => (
    <OwnersOnly
      heading="Control"
      title="Only an owner of this site sees this."
      description="It shows discounts, refunds and reversed charges, by person."
    >
      {() => <ControlPage />}
    </OwnersOnly>
  ),
});
