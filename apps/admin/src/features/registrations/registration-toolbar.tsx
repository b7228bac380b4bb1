import type { Registration } from '@institute/contract';
import { formatLocalMoney } from '@institute/contract/money';
import { makeTelLink } from '@institute/contract/phone';
import {
  findStatusRefusal,
  type RegistrationStatus,
  registrationStatuses,
} from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { capitalise } from '@institute/contract/text';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { Ellipsis, Keyboard, MessageCircle, Phone, Printer } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { KeysDialog } from '../../ui/keys-dialog.tsx';
import { NOBODY_TOLD } from '../../ui/outbox-message.tsx';
import { useSheetKeys } from '../../ui/use-dialog-keys.ts';

type Acceptance = AdminAnswers['registrations']['get']['acceptance'];

const decisions = [
  { to: 'accepted', label: 'Accept', variant: 'primary', key: 'a' },
  { to: 'rejected', label: 'Reject', variant: 'outline', key: 'r' },
  { to: 'waiting', label: 'Waiting', variant: 'outline', key: undefined },
] as const;

type ToolbarProps = {
  registration: Registration;
  acceptance: Acceptance;
  /** Undefined for an account that only reads registrations. */
  onDecide: ((status: RegistrationStatus) => void) | undefined;
  isSaving: boolean;
  /** Leads to the message of the sheet. */
  onMessage: () => void;
};

/** What is done with a registration at one press, or by a key. */
export function RegistrationToolbar({
  registration,
  acceptance,
  onDecide,
  isSaving,
  onMessage,
}: ToolbarProps) {
  const { id, phone, status } = registration;
  const [areKeysShown, setKeysShown] = useState(false);
  const told = useId();
  const seesDocuments = useMaySee()(needs.documents);
  const mayBecome = (to: RegistrationStatus) =>
    !isSaving && to !== status && findStatusRefusal(status, to) === null;
  const setStatus = (to: RegistrationStatus) => mayBecome(to) && onDecide?.(to);
  useSheetKeys({
    ...(onDecide && { a: () => setStatus('accepted'), r: () => setStatus('rejected') }),
    '?': () => setKeysShown(true),
  });
  const others = registrationStatuses.filter(
    (to) => mayBecome(to) && !decisions.some((decision) => decision.to === to),
  );
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1.5 md:gap-2">
        {onDecide &&
          decisions.map(({ to, label, variant, key }) => (
            <Button
              key={to}
              size="sm"
              variant={variant}
              className="max-md:px-3!"
              disabled={!mayBecome(to)}
              aria-keyshortcuts={key}
              aria-describedby={to === 'accepted' ? told : undefined}
              onClick={() => setStatus(to)}
            >
              {label}
            </Button>
          ))}
        <Button size="sm" variant="outline" className="ml-auto max-md:px-3!" onClick={onMessage}>
          <MessageCircle aria-hidden />
          <span className="max-md:sr-only">Message</span>
        </Button>
        <DropdownMenu
          align="end"
          trigger={
            <IconButton label="More actions">
              <Ellipsis aria-hidden />
            </IconButton>
          }
        >
          {onDecide &&
            others.map((to) => (
              <DropdownMenuItem key={to} onSelect={() => setStatus(to)}>
                Set to {capitalise(to)}
              </DropdownMenuItem>
            ))}
          <MenuLink href={makeTelLink(phone)}>
            <Phone aria-hidden />
            Call
          </MenuLink>
          <MenuLink href={`/admin/registrations/${id}/print`} isElsewhere>
            <Printer aria-hidden />
            Print View
          </MenuLink>
          <DropdownMenuItem onSelect={() => setKeysShown(true)}>
            <Keyboard aria-hidden />
            Keys
          </DropdownMenuItem>
        </DropdownMenu>
      </div>
      {onDecide && mayBecome('accepted') && (
        <AcceptanceLine id={told} firstName={registration.firstName} acceptance={acceptance} />
      )}
      {areKeysShown && (
        <KeysDialog
          keys={[...keys, ...(seesDocuments ? documentKeys : [])]}
          onClose={() => setKeysShown(false)}
        />
      )}
    </div>
  );
}

type MenuLinkProps = { href: string; isElsewhere?: boolean; children: ReactNode };

const MenuLink = ({ href, isElsewhere, children }: MenuLinkProps) => (
  <DropdownMenuItem asChild>
    <a href={href} {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}>
      {children}
    </a>
  </DropdownMenuItem>
);

type AcceptanceLineProps = { id: string; firstName: string; acceptance: Acceptance };

function AcceptanceLine({ id, firstName, acceptance: { channels, charges } }: AcceptanceLineProps) {
  const { data } = admin.account.get.useQuery();
  const sent = channels.filter((channel) => !data?.filedChannels.includes(channel));
  const charged = charges === null ? 'the fees of the program' : charges > 0 && formatLocalMoney(charges);
  const does = [
    sent.includes('email') && `emails ${firstName}`,
    sent.includes('sms') && `sends ${firstName} an SMS`,
    `charges ${charged || 'nothing'}`,
  ].filter(Boolean);
  return (
    <p id={id} className="text-sm text-muted">
      Accept: {does.join(', ')}.{channels.length === 0 && ` No message reaches ${firstName}.`}
      {sent.length === 0 && channels.length > 0 && ` ${NOBODY_TOLD}`}
    </p>
  );
}

const keys = [
  ['J', 'Next registration'],
  ['K', 'Previous registration'],
  ['A', 'Accept'],
  ['R', 'Reject'],
] as const;
const documentKeys = [['D', 'Look at documents']] as const;
