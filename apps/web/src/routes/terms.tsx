import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { makeLegalRoute } from '../features/shell/legal-route.ts';

export const Route = createFileRoute('/terms')({
  ...makeLegalRoute('terms'),
  component: () => <LegalPage page="terms" />,
});
