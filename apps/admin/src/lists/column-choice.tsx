import { deviceStore } from '@institute/ui/browser-storage.ts';
import { DropdownMenu, DropdownMenuCheckbox } from '@institute/ui/dropdown-menu.tsx';
import { useMedia } from '@institute/ui/media.ts';
import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Column } from './column.ts';
import { ToolButton } from './tool-button.tsx';

/** Columns that a person chooses for a table and this device keeps. The first one stays. Phones show cards. */
export function useColumnChoice<Row>(list: string, columns: Column<Row>[]) {
  const key = `columns-${list}`;
  const isPhone = useMedia('(max-width: 767px)');
  const [storedNames, setStoredNames] = useState(() => deviceStore.getItem(key)?.split(','));
  // Asked at each render, because a column may come when the rights of the account are known
  const isKnown = storedNames?.every((one) => columns.some(({ heading }) => heading === one));
  const usualNames = columns.filter(({ isExtra }) => !isExtra).map(({ heading }) => heading);
  const chosen = storedNames && isKnown ? storedNames : usualNames;
  const chooseColumns = (next: string[]) => {
    setStoredNames(next);
    deviceStore.setItem(key, next.join());
  };
  const isShown = ({ heading }: Column<Row>, place: number) => place === 0 || chosen.includes(heading);
  return {
    shown: isPhone ? columns : columns.filter(isShown),
    button: !isPhone && (
      <DropdownMenu align="end" trigger={<ToolButton icon={Columns3} label="Columns" />}>
        {columns.slice(1).map(({ heading }) => (
          <DropdownMenuCheckbox
            key={heading}
            checked={chosen.includes(heading)}
            onCheckedChange={(isChosen) =>
              chooseColumns(isChosen ? [...chosen, heading] : chosen.filter((one) => one !== heading))
            }
          >
            {heading}
          </DropdownMenuCheckbox>
        ))}
      </DropdownMenu>
    ),
  };
}
