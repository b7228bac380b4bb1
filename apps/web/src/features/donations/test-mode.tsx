import { Alert } from '@institute/ui/alert.tsx';

export const TestMode = () => <Alert tone="warning">Test mode: no money moves.</Alert>;
