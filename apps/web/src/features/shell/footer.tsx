import { ApiFailure } from '@institute/client/failure';
import type { SiteLink } from '@institute/contract/navigation';
import { readToday } from '@institute/contract/time';
import { Button } from '@institute/ui/button.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Input, makeFieldId } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import band from '@institute/ui/pattern/bands/footer.svg';
import { LogoMark } from '@institute/ui/pattern/logo-mark.tsx';
import { PatternBand } from '@institute/ui/pattern/pattern.tsx';
import { toast } from '@institute/ui/toast.ts';
import { HiddenTrapField, isTrapped } from '@institute/ui/trap.tsx';
import { Link, useLocation } from '@tanstack/react-router';
import { ChevronDown, MapPin } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { mapFaultsByField, useApi, usePostedForm, useSite } from '../../api/context.ts';
import { ContactLinks } from '../../navigation/contact-links.tsx';
import { InstituteName } from './institute-name.tsx';
import { socialIconFiles } from './social-icons/social-icons.ts';

const linkClass =
  'inline-flex min-h-11 min-w-11 items-center md:min-h-9 gap-2.5 underline-offset-4 hover:text-sun-on-ink hover:underline';
const iconClass = 'size-4.5 shrink-0 text-sun-on-ink';

const renderLinks = (links: readonly SiteLink[]) =>
  links.map(({ to, label }) => (
    <li key={to}>
      <Link to={to} className={linkClass}>
        {label}
      </Link>
    </li>
  ));

export function Footer() {
  const { institute, socialLinks, newsletter, navigation } = useSite();
  const { first, quick, last } = navigation.footer;
  const { name, address, phones, emails } = institute;
  const isNewsletterPage = useLocation({ select: ({ pathname }) => pathname === '/newsletter' });
  const hasContact = [address, ...phones, ...emails].some(Boolean);
  return (
    <footer>
      <PatternBand image={band} />
      <div className="bg-ink text-paper">
        <Container
          className={cx(
            'grid gap-x-10 pt-6 pb-2 md:grid-cols-2 md:gap-y-8 md:pt-section md:pb-10',
            hasContact && newsletter.isOpen
              ? 'lg:grid-cols-[1.2fr_0.7fr_1.1fr_1fr]'
              : 'lg:grid-cols-[1.4fr_0.8fr_1.2fr]',
          )}
        >
          <div className="flex flex-col items-start gap-1 max-md:pb-2 md:gap-3">
            <p className="flex items-center gap-3 font-heading text-lg leading-tight font-bold tracking-heading">
              <LogoMark logo={institute.logo} size={44} alone={institute.logoHasName} ground="ink" />
              <InstituteName />
            </p>
            {institute.blurb && <p className="max-w-[36ch] text-sand">{institute.blurb}</p>}
            <ul className="flex flex-wrap gap-x-5">{renderLinks(first)}</ul>
            <ul className="flex flex-wrap gap-x-3 empty:hidden md:gap-x-5">
              {socialLinks.map(({ name, url, icon }) => (
                <li key={url}>
                  <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
                    <svg aria-hidden className={iconClass}>
                      <use href={`${socialIconFiles[icon ?? 'link']}#icon`} />
                    </svg>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <FooterPart title="Quick Links">
            <nav aria-label="Footer">
              <ul className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-6 md:grid-cols-1">
                {renderLinks(quick)}
              </ul>
            </nav>
          </FooterPart>
          {hasContact && (
            <FooterPart title="Contact">
              <address className="flex flex-col items-start not-italic">
                {address && (
                  <span className="flex items-start gap-2.5 py-2">
                    <MapPin className={iconClass} />
                    <span className="leading-snug">
                      <span translate="no" className="block font-semibold">
                        {name}
                      </span>
                      {address}
                    </span>
                  </span>
                )}
                <ContactLinks
                  phones={phones}
                  emails={emails.slice(0, 1)}
                  className={linkClass}
                  iconClass={iconClass}
                />
              </address>
            </FooterPart>
          )}
          {newsletter.isOpen && (
            <FooterPart title="Newsletter" isOpen={isNewsletterPage}>
              <p className="mb-3 text-sand empty:hidden">{newsletter.intro}</p>
              <NewsletterForm />
            </FooterPart>
          )}
        </Container>
        <Container className="pb-3 md:pt-2 md:pb-6">
          <div className="flex flex-wrap items-center gap-x-6 border-t border-white/20 pt-3 text-sm text-sand">
            <p className="py-2">{`${['©', readToday().slice(0, 4), name].filter(Boolean).join(' ')}. All rights reserved.`}</p>
            <ul className="contents">{renderLinks(last)}</ul>
            <LightViewSwitch />
          </div>
        </Container>
      </div>
    </footer>
  );
}

/** Plain forms, for pages without scripts. */
function LightViewSwitch() {
  return (
    <>
      <Form method="post" action="/view/light" className="light:hidden">
        <button type="submit" className={linkClass}>
          Use less data
        </button>
      </Form>
      <Form method="post" action="/view/full" className="when-spared">
        <button type="submit" className={linkClass}>
          Use the full page
        </button>
      </Form>
    </>
  );
}

type FooterPartProps = { title: string; isOpen?: boolean; children: ReactNode };

/**
 * A part of the footer that folds on phones. The fold stands beside its content, because wide screens always
 * show the content.
 */
function FooterPart({ title, isOpen, children }: FooterPartProps) {
  return (
    <div className="relative max-md:border-t max-md:border-white/20">
      <h2 className="text-lg max-md:py-2.5 md:mb-2">{title}</h2>
      <details open={isOpen} className="group absolute inset-x-0 top-0 md:hidden">
        <summary
          aria-label={title}
          className="flex h-12 cursor-pointer list-none items-center justify-end rounded-control"
        >
          <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
        </summary>
      </details>
      <div className="max-md:pb-5 max-md:[details:not([open])+&]:hidden">{children}</div>
    </div>
  );
}

const newsletterFieldId = makeFieldId('newsletter', 'email');
const CONFIRM_BY_EMAIL_MESSAGE = 'Please open the email that we send you, to confirm.';

// Every page's scripts contain this form, so it uses no mutation of the query library and no `OutcomeLine`.
function NewsletterForm() {
  const { send } = useApi();
  const postedNewsletterForm = usePostedForm('/newsletter');
  const emailField = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState(mapFaultsByField(postedNewsletterForm?.faults).email);
  /** Shown below the field, where it stays after the toast has closed. */
  const [outcome, setOutcome] = useState(fault);

  const submitAddress = async (event: FormEvent<HTMLFormElement>) => {
    if (isTrapped(event.currentTarget)) return;
    event.preventDefault();
    const emailInput = emailField.current;
    if (!emailInput) return;
    setSending(true);
    setFault(undefined);
    setOutcome(undefined);
    try {
      console.info('Newsletter subscription', await send.subscription(emailInput.value));
      emailInput.value = '';
      toast.success('Message sent successfully', { description: CONFIRM_BY_EMAIL_MESSAGE });
      setOutcome(CONFIRM_BY_EMAIL_MESSAGE);
    } catch (error) {
      console.error(error);
      const addressRefusalReason = error instanceof ApiFailure ? error.details[0]?.message : undefined;
      setFault(addressRefusalReason);
      setOutcome(addressRefusalReason ?? 'Not sent. Please try again.');
      toast.error('Error submitting form');
    }
    setSending(false);
  };
  return (
    <Form method="post" action="/newsletter" onSubmit={submitAddress} className="flex flex-col gap-2">
      <label htmlFor={newsletterFieldId} className="font-semibold">
        Email address
      </label>
      <HiddenTrapField />
      <div className="flex flex-col gap-2 min-[24rem]:flex-row lg:flex-col">
        <Input
          ref={emailField}
          id={newsletterFieldId}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder="you@example.com"
          defaultValue={postedNewsletterForm?.values.email}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && `${newsletterFieldId}-fault`}
        />
        <Button type="submit" variant="accent" pending={isSending}>
          Subscribe
        </Button>
      </div>
      <p id={`${newsletterFieldId}-fault`} className="text-sm text-sun-on-ink empty:hidden">
        {outcome}
      </p>
    </Form>
  );
}
