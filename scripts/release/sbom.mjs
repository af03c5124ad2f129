// Software bill of materials (CycloneDX) of the product: `npm sbom` lists the packages, the registry of models adds the models.
import { execFileSync } from 'node:child_process';
import { shippedModels } from './licences.mjs';
import { repository, version } from './manifest.mjs';

const WORKSPACES = ['services/memory', 'services/avatar', 'packages/cli', 'packages/models'];

export function createSbom() {
  const args = [
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
  ];
  const words = [...args, ...WORKSPACES.flatMap((path) => ['--workspace', path])];
  const options = {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  };
  const sbom = JSON.parse(execFileSync('npm', words, options));
  // npm names the component after the folder of the repository.
  Object.assign(sbom.metadata.component, { name: 'anima', version });
  sbom.components.push(...shippedModels().map(modelComponent));
  return sbom;
}

const modelComponent = ({ name, purpose, licence, origin, files }) => ({
  ...{
    'bom-ref': `model:${name}`,
    type: 'machine-learning-model',
    name,
    description: `${purpose}. ${origin}`,
  },
  licenses: [{ expression: licence }],
  components: files.map(({ path, sha256 }) => ({
    ...{ 'bom-ref': `model:${name}/${path}`, type: 'file', name: path },
    hashes: [{ alg: 'SHA-256', content: sha256 }],
  })),
});
