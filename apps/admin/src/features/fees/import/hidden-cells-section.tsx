import { Button } from '@institute/ui/button.tsx';
import type { AdminAnswers } from '../../../api/admin.ts';
import { countItems } from '../../../ui/count-items.ts';

/** A spreadsheet as it was chosen. */
export interface ChosenWorkbook {
  name: string;
  base64: string;
  /** What the file hides in its visible sheets. */
  hidden: AdminAnswers['fees']['planFile']['hidden'];
  /** True when hidden rows and columns are read too. */
  withHidden: boolean;
}

type HiddenCellsSectionProps = {
  workbook: ChosenWorkbook;
  isPending: boolean;
  onChoose: (withHidden: boolean) => void;
};

/** Says what the file hides, such as rows that a filter leaves out. Renders nothing if it hides nothing. */
export function HiddenCellsSection({ workbook, isPending, onChoose }: HiddenCellsSectionProps) {
  const { hidden, withHidden } = workbook;
  const hiddenCountTexts = [
    ...(hidden.rows > 0 ? [countItems(hidden.rows, 'row', 'rows')] : []),
    ...(hidden.columns > 0 ? [countItems(hidden.columns, 'column', 'columns')] : []),
  ];
  if (hiddenCountTexts.length === 0) return null;
  const verb = hidden.rows + hidden.columns === 1 ? 'is' : 'are';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-base">
      <p>
        <strong>
          {hiddenCountTexts.join(' and ')} {verb} hidden in the file
        </strong>{' '}
        and {verb} {withHidden ? 'read too' : 'left out'}.
      </p>
      <Button variant="outline" size="sm" pending={isPending} onClick={() => onChoose(!withHidden)}>
        {withHidden ? 'Leave Hidden Cells Out' : 'Read Hidden Cells Too'}
      </Button>
    </div>
  );
}
