import { Button, IconButton } from '@institute/ui/button.tsx';
import { copyText } from '@institute/ui/copy-text.ts';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

type SmsAddressesAnswer = AdminAnswers['installation']['smsAddresses'];

const addressLabels: Record<keyof SmsAddressesAnswer, string> = {
  incoming: 'Incoming messages',
  reports: 'Delivery reports',
  phone: 'SMS Gateway for Android',
};

/** Loaded on demand, because the password is asked for them. */
export function SmsAddresses() {
  const [isOpen, setIsOpen] = useState(false);
  const smsAddressesQuery = admin.installation.smsAddresses.useQuery(undefined, {
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <TitledSection title="Addresses for SMS">
      <p className="max-w-text text-muted">
        Give them to your SMS gateway, and to nobody else: whoever knows one can write to the office under any
        number.
      </p>
      {isOpen ? (
        <Loading query={smsAddressesQuery} failed="The addresses could not be loaded">
          {(addresses) => <SmsAddressList addresses={addresses} />}
        </Loading>
      ) : (
        <Button variant="outline" className="self-start" onClick={() => setIsOpen(true)}>
          Show Addresses
        </Button>
      )}
    </TitledSection>
  );
}

const SmsAddressList = ({ addresses }: { addresses: SmsAddressesAnswer }) => (
  <dl className="overflow-hidden rounded-card border border-line bg-card">
    {(Object.keys(addressLabels) as (keyof SmsAddressesAnswer)[]).map((name) => (
      <div
        key={name}
        className="flex items-center justify-between gap-4 border-line px-4 py-3 not-last:border-b"
      >
        <div className="min-w-0">
          <dt className="font-medium">{addressLabels[name]}</dt>
          <dd translate="no" className="font-mono text-sm wrap-anywhere text-muted select-all">
            {addresses[name]}
          </dd>
        </div>
        <IconButton
          label={`Copy the address for ${addressLabels[name]}`}
          onClick={() => copyText(addresses[name])}
        >
          <Copy aria-hidden />
        </IconButton>
      </div>
    ))}
  </dl>
);
