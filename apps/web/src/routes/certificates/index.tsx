import { createFileRoute } from '@tanstack/react-router';
import { checkPage } from '../../features/shell/check-page.ts';
import { CodeForm } from '../../features/shell/code-form.tsx';

export const Route = createFileRoute('/certificates/')({
  ...checkPage,
  component: () => (
    <CodeForm
      heading="Check a certificate"
      intro="Scan the QR code on the paper, or write its code. Then compare each line of the page with the paper."
      path="/certificates"
      hint="Twelve letters and digits, such as 7KQ2-M9XH-T4WZ, or the address on the paper"
    />
  ),
});
