import { deviceStore } from '@institute/ui/browser-storage.ts';
import { DropdownMenu, DropdownMenuCheckbox } from '@institute/ui/dropdown-menu.tsx';
import { useMediaQueryMatch } from '@institute/ui/media.ts';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from './column.ts';
import { ToolButton } from './tool-button.tsx';

/**
 * The columns that a person has chosen for a table. The device keeps the choice. The first column always
 * stays, and phones show cards instead.
 */
export function useColumnChoice<Row>(list: string, columns: Column<Row>[]) {
  const storageKey = `columns-${list}`;
  const isPhone = useMediaQueryMatch('(max-width: 767px)');
  const [storedNames, setStoredNames] = useState(() => deviceStore.getItem(storageKey)?.split(','));
  // Asked at each render, because a column may come when the rights of the account are known
  const areStoredNamesValid = storedNames?.every((one) => columns.some(({ heading }) => heading === one));
  const usualColumnNames = columns.filter(({ isExtra }) => !isExtra).map(({ heading }) => heading);
  const chosenNames = storedNames && areStoredNamesValid ? storedNames : usualColumnNames;
  const chooseColumns = (next: string[]) => {
    setStoredNames(next);
    deviceStore.setItem(storageKey, next.join());
  };
  const isColumnShown = ({ heading }: Column<Row>, place: number) =>
    place === 0 || chosenNames.includes(heading);
  return {
    shown: isPhone ? columns : columns.filter(isColumnShown),
    button: !isPhone && (
      <DropdownMenu align="end" trigger={<ToolButton icon={Columns3} label="Columns" />}>
        {columns.slice(1).map(({ heading }) => (
          <DropdownMenuCheckbox
            key={heading}
            checked={chosenNames.includes(heading)}
            onCheckedChange={(isChosen) =>
              chooseColumns(
                isChosen ? [...chosenNames, heading] : chosenNames.filter((one) => one !== heading),
              )
            }
          >
            {heading}
          </DropdownMenuCheckbox>
        ))}
      </DropdownMenu>
    ),
  };
}
