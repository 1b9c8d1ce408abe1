// Prints what ESLint found as file:line: message. Its own formats differ from version to version.
module.exports = (results) => results.flatMap(({ filePath, messages }) => messages.map(({ line, message, ruleId }) => (
  `${filePath.replace(`${process.cwd()}/`, '')}:${line ?? 1}: ${message} (${ruleId ?? 'syntax'})`))).join('\n');
