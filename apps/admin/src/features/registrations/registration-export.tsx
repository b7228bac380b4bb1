import { Button } from '@institute/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@institute/ui/dropdown-menu.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { type ExportApi, useExport } from '../../lists/export-button.tsx';
import { ExportColumnsDialog } from './export-columns-dialog.tsx';

type Input = typeof admin.registrations.exportTicket extends ExportApi<infer I> ? I : never;

type RegistrationExportProps = {
  filterQuery: Omit<Input, 'withMedical' | 'columns' | 'ids'>;
  /** An empty list exports all listed registrations. */
  ids: number[];
};

export function RegistrationExport({ filterQuery, ids }: RegistrationExportProps) {
  const { data: own } = admin.account.get.useQuery();
  const isHidden = own?.mayReadMedical === false;
  const [isChoosing, setChoosing] = useState(false);
  const { start, isPending } = useExport<Input>(admin.registrations.exportTicket);
  const download = (asked: Pick<Input, 'columns' | 'withMedical'>) =>
    start({ ...(ids.length > 0 ? { ids } : filterQuery), ...asked });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" pending={isPending}>
            <Download aria-hidden />
            Export CSV
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={() => download({})}>Without medical information</DropdownMenuItem>
          <DropdownMenuItem
            className="flex-col items-start justify-center gap-0"
            disabled={isHidden}
            onSelect={() => download({ withMedical: true })}
          >
            With medical information
            {isHidden && <span className="text-sm">Hidden from your account</span>}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setChoosing(true)}>Choose columns…</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {isChoosing && (
        <ExportColumnsDialog
          mayReadMedical={!isHidden}
          onExport={(asked) => {
            setChoosing(false);
            void download(asked);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
