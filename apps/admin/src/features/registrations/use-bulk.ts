import type { ChosenRegistration } from '@institute/contract';
import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { admin, failureOf } from '../../api/admin.ts';
import { useChosenRows } from '../../lists/chosen-rows.tsx';
import { useRefresh } from '../../parts/use-change.ts';
import { type DeskSearch, filterOf } from './desk-search.ts';

type Done = { text: string; told?: boolean; rows: { id: number }[]; undo: () => Promise<unknown> };
type Refusal = { title: string; reasons: string[] };

const counted = (count: number) => (count === 1 ? '1 registration' : `${count} registrations`);

export function useBulk(search: DeskSearch) {
  const api = admin.registrations;
  const utils = admin.useUtils();
  const refresh = useRefresh();
  const { mutateAsync: changeStatuses } = api.changeStatuses.useMutation();
  const { mutateAsync: undoStatuses } = api.undoStatuses.useMutation();
  const { mutateAsync: removeMany } = api.removeMany.useMutation();
  const { mutateAsync: restoreMany } = api.restoreMany.useMutation();
  const filter = filterOf(search);
  // The filter has no page, so the chosen rows stay when the page changes.
  const { rows: chosen, choose: keep, drop } = useChosenRows<ChosenRegistration>(filter);
  const [done, setDone] = useState<Done | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isPending, setPending] = useState(false);
  const choose = (rows: ChosenRegistration[]) => keep(rows.map(({ id, version }) => ({ id, version })));

  /** A refusal may name many rows, so it is shown beside the list. */
  const run = async (title: string, work: () => Promise<void>): Promise<void> => {
    setPending(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      const { message, details } = failureOf(error);
      setRefusal({ title, reasons: details.length > 0 ? details.map((one) => one.message) : [message] });
    } finally {
      setPending(false);
    }
    await refresh();
  };
  const finish = (what: Done) => {
    choose([]);
    setDone(what);
  };

  return {
    rows: chosen,
    choose,
    drop,
    isPending,
    done,
    refusal,
    chooseAll: () =>
      run('Not all could be chosen', async () => choose(await utils.registrations.choose.fetch(filter))),
    changeStatus: (status: RegistrationStatus) =>
      run('No status was changed', async () => {
        const changed = await changeStatuses({ rows: chosen.map((row) => ({ ...row, status })) });
        if (changed.length === 0) return void toast.info(`All of them are ${capitalise(status)} already`);
        finish({
          text: `${counted(changed.length)} set to ${capitalise(status)}.`,
          told: true,
          rows: changed,
          undo: () => undoStatuses({ rows: changed }),
        });
      }),
    remove: () =>
      run('None was deleted', async () => {
        const removed = await removeMany({ rows: chosen });
        finish({
          text: `${counted(removed.length)} moved to the trash.`,
          rows: removed,
          undo: () => restoreMany({ rows: removed }),
        });
      }),
    undo: () =>
      run('Nothing was undone', async () => {
        await done?.undo();
        drop(done?.rows.map(({ id }) => id) ?? []);
        setDone(null);
        toast.success('Undone');
      }),
    dismiss: () => setDone(null),
  };
}

export type Bulk = ReturnType<typeof useBulk>;
