import { Download } from 'lucide-react';
import type { MutationHook } from '../api/admin.ts';
import { useChange } from '../api/use-change.ts';
import { ToolButton } from './tool-button.tsx';

type ExportTicket = { path: string; ticket: string };

export type ExportApi<Input> = MutationHook<Input, ExportTicket>;

export function useExport<Input>(api: ExportApi<Input>) {
  const { mutateAsync: ask, isPending } = api.useMutation();
  const runChange = useChange();
  const startExport = (input: Input) =>
    runChange(async () => postTicket(await ask(input)), { failed: 'Failed to export' });
  return { start: startExport, isPending };
}

/** Submits an ordinary form, because the answer can be a download of any size. */
function postTicket({ path, ticket }: ExportTicket): void {
  const ticketForm = document.createElement('form');
  ticketForm.method = 'post';
  ticketForm.action = path;
  ticketForm.hidden = true;
  const ticketField = document.createElement('input');
  ticketField.type = 'hidden';
  ticketField.name = 'ticket';
  ticketField.value = ticket;
  ticketForm.append(ticketField);
  document.body.append(ticketForm);
  ticketForm.submit();
  ticketForm.remove();
}

export function ExportButton<Input>({ api, input }: { api: ExportApi<Input>; input: Input }) {
  const { start, isPending } = useExport(api);
  return <ToolButton icon={Download} label="Export CSV" pending={isPending} onClick={() => start(input)} />;
}
