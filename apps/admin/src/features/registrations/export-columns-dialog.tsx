import {
  type ExportColumnName,
  exportColumnNames,
  exportColumns,
} from '@institute/contract/registration-fields.constants';
import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { Dialog, DialogFooter } from '@institute/ui/dialog.tsx';
import { useState } from 'react';

type ExportColumnsDialogProps = {
  mayReadMedical: boolean;
  onExport: (asked: { columns: ExportColumnName[]; withMedical: boolean }) => void;
  onClose: () => void;
};

export function ExportColumnsDialog({ mayReadMedical, onExport, onClose }: ExportColumnsDialogProps) {
  const [columns, setColumns] = useState(exportColumnNames);
  const [withMedical, setWithMedical] = useState(false);
  const toggle = (name: ExportColumnName) =>
    setColumns(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Columns of the file">
      <fieldset>
        <legend className="sr-only">Columns</legend>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {exportColumnNames.map((name) => (
            <Checkbox
              key={name}
              label={exportColumns[name]}
              checked={columns.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
          <Checkbox
            label={mayReadMedical ? 'Medical information' : 'Medical information: hidden from your account'}
            disabled={!mayReadMedical}
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
