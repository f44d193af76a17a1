import { TestWorkflowEnvironment } from '@temporalio/testing';

/**
 * A program of its own: `download-cli FOLDER VERSION` puts the Temporal CLI into FOLDER by the SDK's downloader. The SDK can only
 * download and start in one step, so a server lives for a moment. In a child process, since that loads the SDK's native core.
 */
const [folder = '', version = ''] = process.argv.slice(2);
const executable = { type: 'cached-download', downloadDir: folder, version: `v${version}` } as const;
const environment = await TestWorkflowEnvironment.createLocal({ server: { executable } });
await environment.teardown();
process.exit(0);
