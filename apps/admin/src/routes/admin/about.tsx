import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { type Installation, listCheckLines } from '../../features/installation/check-lines.ts';
import { SmsAddresses } from '../../features/installation/sms-address-list.tsx';
import { Loading } from '../../ui/load-error.tsx';
import { DetailLine, TitledPage, TitledSection } from '../../ui/titled-section.tsx';

export const Route = createFileRoute('/admin/about')({
  head: () => ({ meta: [{ title: 'About this installation – Admin' }] }),
  component: InstallationPage,
});

const REFETCH_MS = 30_000;

function InstallationPage() {
  return (
    <TitledPage title="About this installation">
      <InstallationDetails />
      {useMaySee()('owner') && <SmsAddresses />}
    </TitledPage>
  );
}

const skeleton = <Skeletons heights={['h-24', 'h-96']} />;

function InstallationDetails() {
  const installationQuery = admin.installation.get.useQuery(undefined, { refetchInterval: REFETCH_MS });
  return (
    <Loading query={installationQuery} failed="The installation could not be described" skeleton={skeleton}>
      {(about) => (
        <>
          <InstalledVersions about={about} />
          <SelfCheck about={about} />
          <FailedStarts starts={about.failedStarts} />
        </>
      )}
    </Loading>
  );
}

function InstalledVersions({ about: { version, node, database, startedAt } }: { about: Installation }) {
  return (
    <Card>
      <CardBody>
        <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
          <DetailLine label="Version">{version}</DetailLine>
          <DetailLine label="Node">{node}</DetailLine>
          <DetailLine label="PostgreSQL">{database.version}</DetailLine>
          <DetailLine label="This process runs since">{formatDateTime(startedAt)}</DetailLine>
        </dl>
      </CardBody>
    </Card>
  );
}

function SelfCheck({ about }: { about: Installation }) {
  return (
    <TitledSection title="Self-check">
      <ul className="overflow-hidden rounded-card border border-line bg-card">
        {listCheckLines(about).map(({ title, text, isGood }) => (
          <li
            key={title}
            className="flex items-start justify-between gap-4 border-line px-4 py-3 not-last:border-b"
          >
            <div className="min-w-0">
              <p className="font-medium">{title}</p>
              <p className="text-sm wrap-anywhere text-muted">{text}</p>
            </div>
            <Badge tone={isGood ? 'green' : 'sun'}>{isGood ? 'Good' : 'Needs care'}</Badge>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function FailedStarts({ starts }: { starts: Installation['failedStarts'] }) {
  const failedStartCount = starts.reduce((sum, { count }) => sum + count, 0);
  const failedStartTexts = starts.map(
    ({ browser, count }) => `${browser.replace('Version', 'Safari').replace('/', ' ')}: ${count}`,
  );
  return (
    <TitledSection title="Failed starts">
      <Card>
        <CardBody>
          <p className="font-medium">{failedStartCount}</p>
          <p className="text-sm text-muted">
            Visits since the installation in which a page could not start its scripts. The visitor went on
            without them.
          </p>
          {failedStartCount > 0 && (
            <p className="mt-2 text-sm wrap-anywhere">{failedStartTexts.join(', ')}</p>
          )}
        </CardBody>
      </Card>
    </TitledSection>
  );
}
