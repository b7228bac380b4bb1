import { makeTelLink } from '@institute/contract/phone';
import { formatDate } from '@institute/contract/time';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody, CardLink, linkedCardClass } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { cx } from '@institute/ui/cx.ts';
import { Heading } from '@institute/ui/heading.tsx';
import { PageSkeleton } from '@institute/ui/page-skeleton.tsx';
import band from '@institute/ui/pattern/bands/home.svg';
import { Pattern, PatternBand } from '@institute/ui/pattern/pattern.tsx';
import { ResponsiveImage } from '@institute/ui/responsive-image.tsx';
import { Section } from '@institute/ui/section.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi, useHasTexts, useSite } from '../api/context.ts';
import { startQueries } from '../api/load.ts';
import { readSiteData } from '../api/site-data.ts';
import { Hero } from '../features/home/hero.tsx';
import { makeHomeHead } from '../features/home/home-head.ts';
import { OurPrograms } from '../features/home/our-programs.tsx';
import { useSharedRotation } from '../features/home/rotation.ts';
import { StatsBand } from '../features/home/stats-band.tsx';
import { makePageHead } from '../features/shell/page-head.ts';
import { SettingUp } from '../features/shell/setting-up.tsx';
import { cardGridClass } from '../lists/cards.tsx';

export const Route = createFileRoute('/')({
  staticData: {
    site: [
      'pages.contact',
      'institute.foundedYear',
      'slides',
      'floors',
      'home',
      'blurbs',
      'values',
      'partners',
      'about.mission',
    ],
  },
  loader: ({ context: { queryClient, queries } }) =>
    startQueries(
      queryClient,
      queries.programSlides(),
      queries.coaches.count(),
      queries.facilities.count(),
      queries.alumni.count(),
      ...(readSiteData({ queryClient, queries })?.home?.showsPosts ? [queries.posts.newest()] : []),
    ),
  head: ({ match: { context } }) =>
    makePageHead(context, makeHomeHead(readSiteData(context), context.origin)),
  component: HomePage,
});

function HomePage() {
  return useSite().emptyPages.includes('/') ? <SettingUp /> : <PublishedHomePage />;
}

function PublishedHomePage() {
  const sharedRotation = useSharedRotation();
  const hasTexts = useHasTexts();
  return (
    <>
      <Hero rotation={sharedRotation} />
      <StatsBand />
      {hasTexts ? <AboutTexts /> : <PageSkeleton />}
      <div>
        <OurPrograms rotation={sharedRotation} />
        {hasTexts && <NewestPosts />}
        {hasTexts && <OurPartners />}
      </div>
      <GetInTouch />
    </>
  );
}

function AboutTexts() {
  const { about, blurbs, values } = useSite('about.mission', 'blurbs', 'values');
  if (!about.mission && blurbs.length + values.length === 0) return null;
  return (
    <>
      <div>
        {(about.mission || blurbs.length > 0) && <AboutUs />}
        {values.length > 0 && <OurValues />}
      </div>
      <PatternBand image={band} />
    </>
  );
}

type PageLinkProps = { to: '/about' | '/alumni' | '/donations'; children: string };

/** A link to a page that has content. */
const PageLink = ({ to, children }: PageLinkProps) =>
  !useSite().emptyPages.includes(to) && (
    <ButtonLink to={to} variant="outline">
      {children}
    </ButtonLink>
  );

function AboutUs() {
  const { about, blurbs } = useSite('about.mission', 'blurbs');
  return (
    <section aria-label="About Us" className="py-section">
      <Container className="grid gap-x-16 gap-y-8 lg:grid-cols-[2fr_3fr]">
        <div className="flex flex-col items-start gap-4">
          <Heading level={2}>About Us</Heading>
          {about.mission && <p className="max-w-text">{about.mission}</p>}
          <PageLink to="/about">More about us</PageLink>
        </div>
        <ul className="grid gap-x-8 gap-y-7 empty:hidden sm:grid-cols-2">
          {blurbs.map(({ title, text }) => (
            <li key={title} className="flex gap-4">
              <Pattern seed={title} cols={1} rows={1} className="size-12 shrink-0 rounded-control" />
              <div className="flex min-w-0 flex-col gap-1">
                <Heading level={3}>{title}</Heading>
                <p className="text-base text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}

function OurValues() {
  const { values } = useSite('values');
  return (
    <Section
      aria-label="Our Values"
      title="Our Values"
      action={<PageLink to="/alumni">Meet our alumni</PageLink>}
      className="not-first:pt-0!"
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {values.map(({ title, text }) => (
          <Card key={title} as="li" tone="sand">
            <CardBody>
              <Heading level={3}>{title}</Heading>
              <p className="text-base">{text}</p>
            </CardBody>
          </Card>
        ))}
      </ul>
    </Section>
  );
}

/**
 * The newest posts; nothing if there are none. Without pictures, so that the first load needs neither their
 * code nor their bytes.
 */
function NewestPosts() {
  const { showsPosts } = useSite('home').home;
  const { data: posts = [] } = useQuery({ ...useApi().queries.posts.newest(), enabled: showsPosts });
  if (posts.length === 0) return null;
  return (
    <Section
      aria-label="News"
      title="News"
      action={
        <ButtonLink to="/news" variant="outline">
          All news
        </ButtonLink>
      }
      className="not-first:pt-0!"
    >
      <ul className={cardGridClass}>
        {posts.map((post) => (
          <Card key={post.id} as="li" className={linkedCardClass}>
            <CardBody>
              <p className="text-sm text-muted">{formatDate(post.publishedAt ?? post.createdAt)}</p>
              <Heading level={3}>
                <CardLink to="/news/$id" params={{ id: String(post.id) }}>
                  {post.title}
                </CardLink>
              </Heading>
              <p className="line-clamp-3 text-base text-muted">{post.excerpt}</p>
            </CardBody>
          </Card>
        ))}
      </ul>
    </Section>
  );
}

function OurPartners() {
  const { partners } = useSite('partners');
  if (partners.length === 0) return null;
  return (
    <Section
      aria-label="Our Partners"
      title="Our Partners"
      action={<PageLink to="/donations">Support our mission</PageLink>}
      className="not-first:pt-0!"
    >
      <ul className={cx('grid gap-x-10 gap-y-8 md:grid-cols-3', partners.length > 6 && 'lg:grid-cols-4')}>
        {partners.map(({ id, name, logo, description }) => (
          <li key={id} className="flex items-start gap-4 md:flex-col">
            <ResponsiveImage
              src={logo}
              alt={`Logo of ${name}`}
              sizes="96px"
              ratio={1}
              fit="contain"
              className="w-20 shrink-0 rounded-control bg-card md:w-24"
            />
            <div className="flex min-w-0 flex-col gap-1">
              <Heading level={3}>{name}</Heading>
              <p className="text-base text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const linkClass =
  'inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere hover:text-sun-on-green';

function GetInTouch() {
  const { institute, pages } = useSite('pages.contact');
  const [email] = institute.emails;
  const [phone] = institute.phones;
  return (
    <section aria-label="Get in Touch" className="bg-green-ground py-section text-on-green">
      <Container className="grid gap-x-16 gap-y-8 lg:grid-cols-[2fr_3fr] lg:items-center">
        <div className="flex flex-col items-start gap-4">
          <Heading level={2}>Get in Touch</Heading>
          {pages.contact.intro && <p className="max-w-text">{pages.contact.intro}</p>}
          <ButtonLink to="/contact" variant="accent" size="lg">
            Contact Us
          </ButtonLink>
        </div>
        <address className="grid gap-x-8 gap-y-3 not-italic empty:hidden sm:grid-cols-3 lg:gap-y-6">
          {institute.address && (
            <ContactWay icon={MapPin} name="Address">
              <span className="flex min-h-11 items-center">{institute.address}</span>
            </ContactWay>
          )}
          {email && (
            <ContactWay icon={Mail} name="Email">
              <a href={`mailto:${email}`} translate="no" className={linkClass}>
                {email}
              </a>
            </ContactWay>
          )}
          {phone && (
            <ContactWay icon={Phone} name="Phone">
              <a href={makeTelLink(phone)} translate="no" className={linkClass}>
                {phone}
              </a>
            </ContactWay>
          )}
        </address>
      </Container>
    </section>
  );
}

function ContactWay({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-4 sm:flex-col sm:gap-2">
      <Icon className="mt-2.5 size-6 shrink-0 text-sun-on-green sm:mt-0" />
      <div className="min-w-0">
        <p className="hidden font-semibold sm:block">{name}</p>
        {children}
      </div>
    </div>
  );
}
