// npm run sbom: everything in the lock file as CycloneDX. npm names a component by the folder that it lies in; here it bears the name of
// its package, which scanners look for: an alias and the checkout itself lie in folders of other names.

import { execFileSync } from 'node:child_process';

interface Component {
  name: string;
  group?: string;
  readonly purl: string;
}

interface Bom {
  readonly metadata: { readonly component: Component };
  readonly components: Component[];
}

const words = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const bom: Bom = JSON.parse(execFileSync('npm', words, { encoding: 'utf8', maxBuffer: 64 << 20 }));
for (const component of [bom.metadata.component, ...bom.components]) {
  const [, scope, name] = /^pkg:npm\/(?:(%40[^/]+)\/)?([^/@]+)@/.exec(component.purl) ?? [];
  if (name === undefined) throw new Error(`"${component.purl}" names no package of npm`);
  component.name = name;
  if (scope !== undefined) component.group = decodeURIComponent(scope);
  else delete component.group;
}
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
