/**
 * Returns the section of a version in CHANGELOG.md, without its heading; for a version that has no section yet, the section
 * "Unreleased". @throws Error if neither has a line
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const bodyOf = (name) => {
    const section = sections.find((each) => each.startsWith(`[${name}]`));
    return section?.slice(section.indexOf('\n')).trim();
  };
  const body = bodyOf(version) || bodyOf('Unreleased');
  if (!body)
    throw new Error(
      `Expected a section [${version}] or [Unreleased] with content in CHANGELOG.md, found none`,
    );
  return `${body}\n`;
}

/** Returns the newest version that has a section in CHANGELOG.md; null if no version has one. */
export function newestSection(changelog) {
  return /^## \[(\d[^\]]{0,64})\]/m.exec(changelog)?.[1] ?? null;
}
