import { formatDateTime } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSite } from '../api/site.ts';

type PrintSheetProps = {
  heading: ReactNode;
  about: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
};

export function PrintSheet({ heading, about, tools, children }: PrintSheetProps) {
  const { institute } = useSite();
  return (
    <>
      <div className="flex items-start justify-between gap-4 max-sm:flex-col">
        <div>
          <p className="text-muted">{institute.name}</p>
          <Heading level={1} size="block">
            {heading}
          </Heading>
          <p>{about}</p>
        </div>
        <div className="flex flex-wrap gap-3 print:hidden">
          {tools}
          <Button onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </div>
      </div>
      {children}
      <p className="text-sm text-muted">Printed {formatDateTime(new Date().toISOString())}. Confidential.</p>
    </>
  );
}
