import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { startExport } from './start-export.ts';

type Ticket = { path: string; ticket: string };

/** `admin.<resource>.exportTicket`. */
export type ExportApi<Input> = {
  useMutation: () => { mutateAsync: (input: Input) => Promise<Ticket>; isPending: boolean };
};

/** Asks for a table as a file; the browser saves it while the server still reads. */
export function useExport<Input>(api: ExportApi<Input>) {
  const { mutateAsync: ask, isPending } = api.useMutation();
  const start = async (input: Input) => {
    try {
      startExport(await ask(input));
    } catch (error) {
      toast.error('Failed to export', { description: failureOf(error).message });
    }
  };
  return { start, isPending };
}

type ExportButtonProps<Input> = { api: ExportApi<Input>; input: Input; children?: ReactNode };

/** What the list shows, as a file. */
export function ExportButton<Input>({ api, input, children = 'Export CSV' }: ExportButtonProps<Input>) {
  const { start, isPending } = useExport(api);
  return (
    <Button variant="outline" pending={isPending} onClick={() => start(input)}>
      <Download aria-hidden />
      {children}
    </Button>
  );
}
