import JSON
import Synchronization

/// The schemas of some documents, each compiled when it is first asked for and once, however many others refer to it.
/// Any number of threads may use a library at once; no check of a value waits for a schema that is being compiled.
package final class SchemaLibrary: Sendable {
  private let compiler: Mutex<Compiler>
  /// The schemas that are complete.
  private let compiled = Mutex(SchemaNodes())

  /// A library without compiled schemas.
  ///
  /// - Parameters:
  ///   - assertsFormats: Whether the keyword `format` refuses values; else it is an annotation, as the draft has it.
  ///   - direction: Which half of an exchange the schemas are for: members that stand in the other half only are not
  ///     required. nil for both.
  package init(_ registry: SchemaRegistry, assertsFormats: Bool = false, direction: SchemaDirection? = nil) {
    compiler = Mutex(Compiler(registry: registry, assertsFormats: assertsFormats, direction: direction))
  }

  /// The schema at `pointer` of the document, or of the schema with the `$id`, called `uri`.
  ///
  /// - Throws: ``SchemaError`` for the first fault of this schema or of one it refers to.
  package func schema(uri: String, pointer: JSONPointer = .root) throws(SchemaError) -> CompiledSchema {
    let root = try compiler.withLock { (compiler) throws(SchemaError) -> Int in
      let root = try compiler.compile(uri: uri, pointer: pointer)
      let nodes = compiler.takeNodes()
      if !nodes.isEmpty { compiled.withLock { $0.append(nodes) } }
      return root
    }
    return CompiledSchema(library: self, root: root)
  }

  /// The schemas that are compiled by now.
  var nodes: SchemaNodes { compiled.withLock(\.self) }
}
