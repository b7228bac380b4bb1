import { needs } from '@institute/contract/rights.constants';
import type { ReactNode } from 'react';
import { AdminSession } from './admin-session.tsx';
import { AllowedScreen } from './refused-screen.tsx';

/** Outside the shell, so that the page contains only what is printed of registrations. */
export const PrintPage = ({ children }: { children: ReactNode }) => (
  <AdminSession>
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-3xl flex-col gap-4 bg-card p-6 print:p-0"
    >
      <AllowedScreen need={needs.readRegistrations}>{children}</AllowedScreen>
    </main>
  </AdminSession>
);
