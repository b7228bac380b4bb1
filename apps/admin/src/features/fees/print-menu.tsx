import type { ReceiptSize } from '@institute/contract/fees.constants';
import { Button } from '@institute/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { ChevronDown } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { useFileDownload } from '../../ui/use-file-download.ts';

const sizeNames: Record<ReceiptSize, string> = { a4: 'A4', a5: 'A5', roll: 'Roll of 80 mm' };

/** The receipt as a PDF in the size of the desk's paper. Whatever was printed before says "Copy". */
type PrintMenuProps = { partId: number; number: string; label?: string };

export function PrintMenu({ partId, number, label = 'Print' }: PrintMenuProps) {
  const { fees } = admin.useUtils();
  const { isLoading, startDownload } = useFileDownload(
    (size: ReceiptSize) => fees.receipt.fetch({ partId, size }, { staleTime: 0 }),
    'The receipt could not be loaded',
  );
  return (
    <DropdownMenu
      align="start"
      trigger={
        <Button size="sm" variant="outline" aria-label={`Print ${number}`} pending={isLoading}>
          {label}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {(Object.keys(sizeNames) as ReceiptSize[]).map((size) => (
        <DropdownMenuItem key={size} onSelect={() => void startDownload(size)}>
          {sizeNames[size]}
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  );
}
