import { askOffice } from '@institute/contract/fees.constants';
import { makeTelLink } from '@institute/contract/phone';
import { useSite } from '../../api/context.ts';

export function AskOffice() {
  const [phone] = useSite().institute.phones;
  return (
    <p>
      {askOffice}
      {phone && (
        <>
          {': '}
          <a href={makeTelLink(phone)} className="underline">
            {phone}
          </a>
        </>
      )}
      .
    </p>
  );
}
