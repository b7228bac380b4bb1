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
import { NOBODY_NOTIFIED_TEXT } from '../../ui/outbox-message.tsx';
import { useSheetKeys } from '../../ui/use-dialog-keys.ts';

type Acceptance = AdminAnswers['registrations']['get']['acceptance'];

const decisionButtons = [
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
  /** Moves to the message form of the sheet. */
  onMessage: () => void;
};

/** The actions on a registration that take one press or one key. */
export function RegistrationToolbar({
  registration,
  acceptance,
  onDecide,
  isSaving,
  onMessage,
}: ToolbarProps) {
  const { id, phone, status } = registration;
  const [areKeysShown, setKeysShown] = useState(false);
  const acceptanceLineId = useId();
  const maySeeDocuments = useMaySee()(needs.documents);
  const mayChangeStatusTo = (to: RegistrationStatus) =>
    !isSaving && to !== status && findStatusRefusal(status, to) === null;
  const decideStatusIfAllowed = (to: RegistrationStatus) => mayChangeStatusTo(to) && onDecide?.(to);
  useSheetKeys({
    ...(onDecide && {
      a: () => decideStatusIfAllowed('accepted'),
      r: () => decideStatusIfAllowed('rejected'),
    }),
    '?': () => setKeysShown(true),
  });
  const otherStatuses = registrationStatuses.filter(
    (to) => mayChangeStatusTo(to) && !decisionButtons.some((decision) => decision.to === to),
  );
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-1.5 md:gap-2">
        {onDecide &&
          decisionButtons.map(({ to, label, variant, key }) => (
            <Button
              key={to}
              size="sm"
              variant={variant}
              className="max-md:px-3!"
              disabled={!mayChangeStatusTo(to)}
              aria-keyshortcuts={key}
              aria-describedby={to === 'accepted' ? acceptanceLineId : undefined}
              onClick={() => decideStatusIfAllowed(to)}
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
            otherStatuses.map((to) => (
              <DropdownMenuItem key={to} onSelect={() => decideStatusIfAllowed(to)}>
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
      {onDecide && mayChangeStatusTo('accepted') && (
        <AcceptanceLine id={acceptanceLineId} firstName={registration.firstName} acceptance={acceptance} />
      )}
      {areKeysShown && (
        <KeysDialog
          keys={[...keyboardShortcutTexts, ...(maySeeDocuments ? documentShortcutTexts : [])]}
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
  const sentChannels = channels.filter((channel) => !data?.filedChannels.includes(channel));
  const chargedText = charges === null ? 'the fees of the program' : charges > 0 && formatLocalMoney(charges);
  const acceptanceEffects = [
    sentChannels.includes('email') && `emails ${firstName}`,
    sentChannels.includes('sms') && `sends ${firstName} an SMS`,
    `charges ${chargedText || 'nothing'}`,
  ].filter(Boolean);
  return (
    <p id={id} className="text-sm text-muted">
      Accept: {acceptanceEffects.join(', ')}.{channels.length === 0 && ` No message reaches ${firstName}.`}
      {sentChannels.length === 0 && channels.length > 0 && ` ${NOBODY_NOTIFIED_TEXT}`}
    </p>
  );
}

const keyboardShortcutTexts = [
  ['J', 'Next registration'],
  ['K', 'Previous registration'],
  ['A', 'Accept'],
  ['R', 'Reject'],
] as const;
const documentShortcutTexts = [['D', 'Look at documents']] as const;
