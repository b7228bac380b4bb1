import { OwnersOnly } from '../../parts/owners-only.tsx';
import { ApiKeyList } from './api-key-list.tsx';

export function ApiKeysPage() {
  return (
    <OwnersOnly
      heading="API Keys"
      title="Only an owner of this site makes API keys."
      description="Ask an owner when another program needs one."
    >
      {(own) => <ApiKeyList mayReadMedical={own.mayReadMedical} />}
    </OwnersOnly>
  );
}
