import { type ReceiptSize, receiptSizes } from '@institute/contract/fees.constants';
import { deviceStore } from '@institute/ui/browser-storage.ts';
import { Button } from '@institute/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { Check, ChevronDown } from 'lucide-react';
import { admin } from '../../api/admin.ts';
import { printFile } from '../../ui/print-file.ts';
import { useFileDownload } from '../../ui/use-file-download.ts';

const sizeNames: Record<ReceiptSize, string> = { a4: 'A4', a5: 'A5', roll: 'Roll of 80 mm' };

const RECEIPT_SIZE_STORE_KEY = 'receipt-size';
/** The paper size that this device used last, because a desk has one printer. */
const readReceiptSize = (): ReceiptSize =>
  receiptSizes.find((size) => size === deviceStore.getItem(RECEIPT_SIZE_STORE_KEY)) ?? 'a4';

type PrintMenuProps = { partId: number; number: string; label?: string };

/** Prints the receipt on the desk's paper. Later prints say "Copy". */
export function PrintMenu({ partId, number, label = 'Print' }: PrintMenuProps) {
  const { fees } = admin.useUtils();
  const { isLoading, startDownload } = useFileDownload(
    (size: ReceiptSize) => fees.receipt.fetch({ partId, size }, { staleTime: 0 }),
    'The receipt could not be loaded',
    printFile,
  );
  const printReceiptInSize = (size: ReceiptSize) => {
    deviceStore.setItem(RECEIPT_SIZE_STORE_KEY, size);
    void startDownload(size);
  };
  return (
    <span className="inline-flex">
      <Button
        size="sm"
        variant="outline"
        className="rounded-r-none"
        aria-label={`Print ${number}`}
        pending={isLoading}
        onClick={() => printReceiptInSize(readReceiptSize())}
      >
        {label}
      </Button>
      <DropdownMenu
        align="end"
        trigger={
          <Button
            size="sm"
            variant="outline"
            className="-ml-px rounded-l-none px-2!"
            aria-label={`Paper of ${number}`}
          >
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {receiptSizes.map((size) => (
          <DropdownMenuItem key={size} onSelect={() => printReceiptInSize(size)}>
            {sizeNames[size]}
            {size === readReceiptSize() && <Check className="ml-auto" aria-label="used last" />}
          </DropdownMenuItem>
        ))}
      </DropdownMenu>
    </span>
  );
}
