import { Alert } from '@institute/ui/alert.tsx';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { Card } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Download, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export const TestModeAlert = () => <Alert tone="warning">Test mode: no money moves.</Alert>;

export const ReceiptLink = ({ txRef }: { txRef: string }) => (
  <a
    href={`/donations/${txRef}/receipt.pdf`}
    download
    className={makeButtonClass({ className: 'self-start print:hidden' })}
  >
    <Download aria-hidden />
    Download receipt (PDF)
  </a>
);

type DonationCardProps = { icon: LucideIcon; isTest: boolean; title: string; children: ReactNode };

export const DonationCard = ({ icon: Icon, isTest, title, children }: DonationCardProps) => (
  <Container className="py-section">
    <Card className="mx-auto max-w-2xl">
      <div className="flex flex-col items-start gap-4 p-6 md:p-10 [&_dd]:font-semibold [&_dd]:wrap-anywhere [&_dl]:grid [&_dl]:grid-cols-[auto_1fr] [&_dl]:gap-x-6 [&_dl]:gap-y-1">
        {isTest && <TestModeAlert />}
        <Icon className="size-12 text-green" />
        <Heading level={1}>{title}</Heading>
        {children}
      </div>
    </Card>
  </Container>
);
