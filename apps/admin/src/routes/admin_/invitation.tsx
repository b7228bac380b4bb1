import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { LinkPasswordPage } from '../../features/session/link-password-page.tsx';
import { AuthSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { textParameter } from '../../lists/address.ts';

export const Route = createFileRoute('/admin_/invitation')({
  validateSearch: z.object({ token: textParameter }),
  head: () => ({ meta: [{ title: 'Invitation – Admin' }] }),
  pendingComponent: AuthSkeleton,
  component: () => <LinkPasswordPage kind="invitation" token={Route.useSearch().token} />,
});
