import { Download } from 'lucide-react';
import type { Mutation } from '../api/admin.ts';
import { useChange } from '../api/use-change.ts';
import { ToolButton } from './tool-button.tsx';

type Ticket = { path: string; ticket: string };

export type ExportApi<Input> = Mutation<Input, Ticket>;

export function useExport<Input>(api: ExportApi<Input>) {
  const { mutateAsync: ask, isPending } = api.useMutation();
  const change = useChange();
  const startExport = (input: Input) =>
    change(async () => postTicket(await ask(input)), { failed: 'Failed to export' });
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

export function ExportButton<Input>({ api, input }: { api: ExportApi<Input>; input: Input }) {
  const { start, isPending } = useExport(api);
  return <ToolButton icon={Download} label="Export CSV" pending={isPending} onClick={() => start(input)} />;
}
