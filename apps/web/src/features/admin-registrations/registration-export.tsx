import { Download } from 'lucide-react';
import { type ExportApi, useExport } from '../../admin-ui/list/export-button.tsx';
import { admin } from '../../api/admin.ts';
import { Button } from '../../ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu.tsx';

type Input = typeof admin.registrations.exportTicket extends ExportApi<infer I> ? I : never;

/** Downloads the listed registrations, with or without medical information. */
export function RegistrationExport({ narrowedBy }: { narrowedBy: Omit<Input, 'withMedical'> }) {
  const { data: own } = admin.account.get.useQuery();
  const isHidden = own?.mayReadMedical === false;
  const { start, isPending } = useExport<Input>(admin.registrations.exportTicket);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" pending={isPending}>
          <Download aria-hidden />
          Export CSV
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => start(narrowedBy)}>Without medical information</DropdownMenuItem>
        <DropdownMenuItem
          className="flex-col items-start justify-center gap-0"
          disabled={isHidden}
          onSelect={() => start({ ...narrowedBy, withMedical: true })}
        >
          With medical information
          {isHidden && <span className="text-sm">Hidden from your account</span>}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
