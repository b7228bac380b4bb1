import { money } from '@institute/contract/money';
import { formatDate } from '@institute/contract/time';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { BadgeCheck, CircleX } from 'lucide-react';
import { useApi, useSite } from '../../api/context.ts';
import { load } from '../../api/load.ts';
import { TestMode } from '../../features/donations/test-mode.tsx';
import { NotFoundPage } from '../../features/shell/error-page.tsx';
import { pageHead, personal } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/receipts/$code')({
  loader: ({ context: { queryClient, queries }, params: { code } }) =>
    load(queryClient, queries.donations.receipt(code)),
  headers: () => personal,
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'Check a receipt',
      description: import.meta.env.SSR
        ? 'Confirms the number, the amount and the date of a donation receipt of the institute.'
        : '',
      path: '/donations',
      noindex: true,
    }),
  notFoundComponent: () => <NotFoundPage title="Receipt not found" to="/donations" label="Donate" />,
  component: () => <ReceiptPage code={Route.useParams().code} />,
});

function ReceiptPage({ code }: { code: string }) {
  const { institute } = useSite();
  const { data: receipt } = useSuspenseQuery(useApi().queries.donations.receipt(code));
  const {
    icon: Icon,
    title,
    text,
  } = receipt.isCancelled
    ? {
        icon: CircleX,
        title: 'This receipt was cancelled',
        text: 'It counts no more. A counter-receipt was issued.',
      }
    : {
        icon: BadgeCheck,
        title: 'This receipt is genuine',
        text: `${institute.name} has received this donation. Compare the number, the amount and the date with your receipt.`,
      };
  return (
    <Container className="py-section">
      <Card className="mx-auto max-w-2xl">
        <div className="flex flex-col items-start gap-4 p-6 md:p-10">
          {receipt.isTest && <TestMode />}
          <Icon className="size-12 text-green" strokeWidth={1.75} aria-hidden />
          <Heading level={1}>{title}</Heading>
          <p className="max-w-text">{text}</p>
          <dl
            className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-lg [&_dd]:font-semibold [&_dd]:wrap-anywhere"
            translate="no"
          >
            <dt>Receipt</dt>
            <dd>{receipt.number}</dd>
            <dt>Amount</dt>
            <dd>{money(receipt.currency, receipt.amount)}</dd>
            <dt>Date</dt>
            <dd>{formatDate(receipt.paidAt)}</dd>
          </dl>
          <ButtonLink to="/donations" variant="outline">
            Donate
          </ButtonLink>
        </div>
      </Card>
    </Container>
  );
}
