import {
  type ExportColumnName,
  exportColumnNames,
  exportColumns,
} from '@institute/contract/registration-fields.constants';
import { needs } from '@institute/contract/rights.constants';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { type ExportApi, useExport } from '../../lists/export-button.tsx';
import { ToolButton } from '../../lists/tool-button.tsx';

type ExportInput = typeof admin.registrations.exportTicket extends ExportApi<infer I> ? I : never;

type RegistrationExportProps = {
  filterQuery: Omit<ExportInput, 'withMedical' | 'columns' | 'ids'>;
  /** An empty list exports all listed registrations. */
  ids: number[];
};

export function RegistrationExport({ filterQuery, ids }: RegistrationExportProps) {
  const { data: own } = admin.account.get.useQuery();
  const areHealthAnswersHidden = own?.rights.includes('health') === false;
  const [isChoosing, setChoosing] = useState(false);
  const { start, isPending } = useExport<ExportInput>(admin.registrations.exportTicket);
  const maySee = useMaySee();
  const documents = useExport(admin.documents.exportTicket);
  const { programId } = filterQuery;
  const downloadRegistrations = (asked: Pick<ExportInput, 'columns' | 'withMedical'>) =>
    start({ ...(ids.length > 0 ? { ids } : filterQuery), ...asked });
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <ToolButton
            icon={Download}
            label="Export CSV"
            isSmallOnPhones
            pending={isPending || documents.isPending}
          />
        }
      >
        <DropdownMenuItem onSelect={() => downloadRegistrations({})}>
          Without medical information
        </DropdownMenuItem>
        <DropdownMenuItem
          className="flex-col items-start justify-center gap-0"
          disabled={areHealthAnswersHidden}
          onSelect={() => downloadRegistrations({ withMedical: true })}
        >
          With medical information
          {areHealthAnswersHidden && <span className="text-sm">Hidden from your account</span>}
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => setChoosing(true)}>Choose columns…</DropdownMenuItem>
        {maySee(needs.documents) && (
          <DropdownMenuItem
            className="flex-col items-start justify-center gap-0"
            disabled={!programId}
            onSelect={() => programId && documents.start({ programId: Number(programId) })}
          >
            Documents and answers
            <span className="text-sm">
              {programId ? 'Of this program' : 'Choose a program in the filters'}
            </span>
          </DropdownMenuItem>
        )}
      </DropdownMenu>
      {isChoosing && (
        <ExportColumnsDialog
          seesHealth={!areHealthAnswersHidden}
          onExport={(asked) => {
            setChoosing(false);
            void downloadRegistrations(asked);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

type ExportColumnsDialogProps = {
  seesHealth: boolean;
  onExport: (asked: { columns: ExportColumnName[]; withMedical: boolean }) => void;
  onClose: () => void;
};

function ExportColumnsDialog({ seesHealth, onExport, onClose }: ExportColumnsDialogProps) {
  const [columns, setColumns] = useState(exportColumnNames);
  const [withMedical, setWithMedical] = useState(false);
  const toggleColumn = (name: ExportColumnName) =>
    setColumns(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <Dialog onClose={onClose} title="Columns of the file">
      <fieldset>
        <legend className="sr-only">Columns</legend>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {exportColumnNames.map((name) => (
            <Checkbox
              key={name}
              label={exportColumns[name]}
              checked={columns.includes(name)}
              onChange={() => toggleColumn(name)}
            />
          ))}
          <Checkbox
            label={seesHealth ? 'Medical information' : 'Medical information: hidden from your account'}
            disabled={!seesHealth}
            checked={withMedical}
            onChange={({ target }) => setWithMedical(target.checked)}
          />
        </div>
      </fieldset>
      <DialogFooter>
        <Button variant="outline" onClick={() => setColumns(columns.length > 0 ? [] : exportColumnNames)}>
          {columns.length > 0 ? 'Choose none' : 'Choose all'}
        </Button>
        <Button disabled={columns.length === 0} onClick={() => onExport({ columns, withMedical })}>
          Export
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
