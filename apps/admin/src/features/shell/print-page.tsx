import { type Need, needs } from '@institute/contract/rights.constants';
import type { ReactNode } from 'react';
import { AdminSession } from './admin-session.tsx';
import { AllowedScreen } from './refused-screen.tsx';

/** A print page stands outside the shell, so that nothing but the registration is printed. */
type PrintPageProps = { need?: Need; children: ReactNode };

export const PrintPage = ({ need = needs.readRegistrations, children }: PrintPageProps) => (
  <AdminSession>
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-3xl flex-col gap-4 bg-card p-6 print:p-0"
    >
      <AllowedScreen need={need}>{children}</AllowedScreen>
    </main>
  </AdminSession>
);
