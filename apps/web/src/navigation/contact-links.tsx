import { makeTelLink } from '@institute/contract/phone';
import { Mail, Phone } from 'lucide-react';

type ContactLinksProps = {
  phones: readonly string[];
  emails?: readonly string[];
  className: string;
  /** Without it the links have no icons. */
  iconClass?: string;
};

export const ContactLinks = ({ phones, emails = [], className, iconClass }: ContactLinksProps) => (
  <>
    {phones.map((phone) => (
      <a key={phone} href={makeTelLink(phone)} translate="no" className={className}>
        {iconClass && <Phone className={iconClass} />}
        {phone}
      </a>
    ))}
    {emails.map((email) => (
      <a key={email} href={`mailto:${email}`} translate="no" className={className}>
        {iconClass && <Mail className={iconClass} />}
        <span className="min-w-0 wrap-anywhere">{email}</span>
      </a>
    ))}
  </>
);
