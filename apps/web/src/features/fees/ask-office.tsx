import { askOfficeMessage } from '@institute/contract/fees.constants';
import { makeTelLink } from '@institute/contract/phone';
import { useSite } from '../../api/context.ts';

export function AskOffice() {
  const [phone] = useSite().institute.phones;
  return (
    <p>
      {askOfficeMessage}
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
