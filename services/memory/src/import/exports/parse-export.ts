import { AppError } from '@anima/service/errors';
import { type ExportFormat, exportFormats } from '../formats.js';
import { chatgptExport } from './chatgpt-export.js';
import { claudeExport } from './claude-export.js';
import type { ExportPart } from './export-part.js';
import { mcpMemoryExport } from './mcp-memory-export.js';
import { mem0Export } from './mem0-export.js';
import { zepExport } from './zep-export.js';

interface ExportReader {
  /** Returns whether the document has data in this format. */
  matches(value: unknown): boolean;
  parts(value: unknown): ExportPart[];
}

/** Readers in the order in which a document is compared with them. */
const readers: Record<ExportFormat, ExportReader> = {
  'chatgpt-export': chatgptExport,
  'claude-export': claudeExport,
  'mcp-memory': mcpMemoryExport,
  'mem0-export': mem0Export,
  'zep-export': zepExport,
};

/**
 * Parses an export: one JSON document, or one JSON document per line. If `format` is null, it is detected. Throws
 * foreign_file_unreadable and foreign_format_unknown.
 */
export function parseExport(
  text: string,
  format: ExportFormat | null,
): { format: ExportFormat; parts: ExportPart[] } {
  const value = parseJson(text, format);
  const known = exportFormats.find(
    (each) => (format === null || each === format) && readers[each].matches(value),
  );
  if (known === undefined)
    throw new AppError(
      'foreign_format_unknown',
      `Expected an export of ${format ?? 'a known memory system'}, received another JSON document`,
    );
  const parts = readers[known].parts(value).filter(({ statements }) => statements.length > 0);
  for (const { statements } of parts)
    for (const statement of statements)
      statement.content = statement.content.toWellFormed().replaceAll('\0', '');
  return { format: known, parts };
}

function parseJson(text: string, format: ExportFormat | null): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line) => JSON.parse(line) as unknown);
    } catch {
      const code = format === null ? 'foreign_format_unknown' : 'foreign_file_unreadable';
      throw new AppError(code, 'Expected JSON, or one JSON document per line');
    }
  }
}
