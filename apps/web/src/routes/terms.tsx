import { createFileRoute } from '@tanstack/react-router';
import { LegalPage } from '../features/legal/legal-page.tsx';
import { legalRoute } from '../features/shell/legal-route.ts';

export const Route = createFileRoute('/terms')({
  ...legalRoute('terms'),
  component: () => <LegalPage page="terms" />,
});
