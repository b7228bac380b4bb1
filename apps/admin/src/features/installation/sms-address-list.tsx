import { IconButton } from '@institute/ui/button.tsx';
import { copyText } from '@institute/ui/copy-text.ts';
import { Copy } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { Loading } from '../../ui/load-error.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

const words: Record<keyof AdminAnswers['installation']['smsAddresses'], string> = {
  incoming: 'Incoming messages',
  reports: 'Delivery reports',
  phone: 'SMS Gateway for Android',
};

export function SmsAddresses() {
  const query = admin.installation.smsAddresses.useQuery();
  return (
    <TitledSection title="Addresses for SMS">
      <p className="max-w-text text-muted">
        Give them to your SMS gateway, and to nobody else: whoever knows one can write to the office under any
        number.
      </p>
      <Loading query={query} failed="The addresses could not be loaded">
        {(addresses) => (
          <dl className="overflow-hidden rounded-card border border-line bg-card">
            {(Object.keys(words) as (keyof typeof words)[]).map((name) => (
              <div
                key={name}
                className="flex items-center justify-between gap-4 border-line px-4 py-3 not-last:border-b"
              >
                <div className="min-w-0">
                  <dt className="font-medium">{words[name]}</dt>
                  <dd translate="no" className="font-mono text-sm wrap-anywhere text-muted select-all">
                    {addresses[name]}
                  </dd>
                </div>
                <IconButton
                  label={`Copy the address for ${words[name]}`}
                  onClick={() => copyText(addresses[name])}
                >
                  <Copy aria-hidden />
                </IconButton>
              </div>
            ))}
          </dl>
        )}
      </Loading>
    </TitledSection>
  );
}
