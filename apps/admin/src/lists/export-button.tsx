import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { toApiFailure } from '../api/admin.ts';

type Ticket = { path: string; ticket: string };

export type ExportApi<Input> = {
  useMutation: () => { mutateAsync: (input: Input) => Promise<Ticket>; isPending: boolean };
};

export function useExport<Input>(api: ExportApi<Input>) {
  const { mutateAsync: ask, isPending } = api.useMutation();
  const startExport = async (input: Input) => {
    try {
      postTicket(await ask(input));
    } catch (error) {
      toast.error('Failed to export', { description: toApiFailure(error).message });
    }
  };
  return { start: startExport, isPending };
}

/** Submits an ordinary form, because the answer can be a download of any size. */
function postTicket({ path, ticket }: Ticket): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  form.hidden = true;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'ticket';
  field.value = ticket;
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

type ExportButtonProps<Input> = { api: ExportApi<Input>; input: Input; children?: ReactNode };

export function ExportButton<Input>({ api, input, children = 'Export CSV' }: ExportButtonProps<Input>) {
  const { start, isPending } = useExport(api);
  return (
    <Button variant="outline" pending={isPending} onClick={() => start(input)}>
      <Download aria-hidden />
      {children}
    </Button>
  );
}
