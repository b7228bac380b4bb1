import { Container } from '@institute/ui/container.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/contact.svg';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { useSite } from '../../api/context.ts';
import { ContactLinks } from '../../navigation/contact-links.tsx';
import { adminLink } from './navigation.ts';

const linkClass = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-sun-on-green';

/** The only page until something is published, because the other pages would be empty. */
export function SettingUp() {
  const { name, logo, phones } = useSite().institute;
  return (
    <div className="relative grid min-h-dvh text-on-green *:nth-2:grid *:nth-2:content-center">
      <Container className="absolute inset-x-0 top-6 z-1 flex items-center gap-4 lg:pr-[42%]">
        <LogoMark logo={logo} size={56} ground="ink" />
        <p translate="no" className="min-w-0 font-heading text-lg leading-tight font-bold">
          {name}
        </p>
      </Container>
      <PageHero title="We are setting up" intro="Our programs and news will stand here." pattern={pattern}>
        <ContactLinks phones={phones} className={linkClass} />
      </PageHero>
      <Container className="absolute inset-x-0 bottom-3 text-sm">
        <a href={adminLink.to} className={linkClass}>
          {adminLink.label}
        </a>
      </Container>
    </div>
  );
}
