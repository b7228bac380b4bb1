import type { Donation } from '@institute/contract';
import { donationCode } from '@institute/contract/donations.constants';
import { money } from '@institute/contract/money';
import { buttonClass } from '@institute/ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { useSite } from '../../api/context.ts';

/** Uganda's networks, with the code that pays a merchant. */
const networks = [
  { name: 'MTN', menu: '*165*3' },
  { name: 'Airtel', menu: '*185*9' },
];

export function MerchantCode({
  donation,
}: {
  donation: Pick<Donation, 'id' | 'txRef' | 'currency' | 'amount'>;
}) {
  const { merchantCode } = useSite().donations;
  if (!merchantCode) return null;
  return (
    <section
      aria-label="Pay by mobile money code"
      className="flex flex-col gap-3 rounded-control bg-sand p-4 text-base"
    >
      <p className="font-semibold">You can pay by mobile money code instead</p>
      <div className="flex flex-wrap gap-2" translate="no">
        {networks.map(({ name, menu }) => (
          <a
            key={name}
            href={`tel:${encodeURIComponent(`${menu}*${merchantCode}#`)}`}
            className={buttonClass({ variant: 'outline' })}
          >
            <Phone aria-hidden />
            {`${name}: ${menu}*${merchantCode}#`}
          </a>
        ))}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:font-semibold">
        <dt>Merchant code</dt>
        <dd translate="no">{merchantCode}</dd>
        <dt>Amount</dt>
        <dd translate="no">{money(donation.currency, donation.amount)}</dd>
        <dt>Reference</dt>
        <dd translate="no">{donationCode(donation.id)}</dd>
      </dl>
      <p>
        Type the reference, so that we know that the payment is yours. Our office then marks it as received,
        and{' '}
        <Link to="/donations/$txRef" params={{ txRef: donation.txRef }} className="underline">
          your donation’s page
        </Link>{' '}
        shows the receipt.
      </p>
    </section>
  );
}
