import Contract
import HTTPCore
import JSON
import Records
import Resources
import World

extension OperationHandler {
  /// Whether clients put files to this operation's path, which leads to no record.
  static func hasPathFiles(_ operation: OperationDescription, _ api: CustomAPI) -> Bool {
    guard api.takesFiles, operation.resource == nil else { return false }
    return api.model.operations.contains {
      $0.path == operation.path && $0.resource == nil && ["PUT", "POST"].contains($0.method)
        && CustomAPI.takesFile(api.document.root, $0.path, $0.method)
    }
      && api.model.operations.contains { $0.path == operation.path && $0.method == "GET" }
  }

  /// The file that a path without a record leads to, and what becomes of it by this request; nil where the operation has
  /// nothing to do with one.
  ///
  /// - Throws: ``Problem`` of kind `notFound` when there is no file.
  func pathFile(_ call: Call, _ documented: DocumentedOperation) throws -> Response? {
    guard hasPathFiles, ["GET", "DELETE"].contains(operation.method) else { return nil }
    let path = call.request.target.rawPath
    guard let upload = try api.files.file(at: path, call.world) else {
      throw Problem(.notFound, "there is no file at this path")
    }
    if operation.method == "DELETE" {
      try api.files.delete(at: path, call.world)
      return nil
    }
    return Self.response(upload, operation.status, documented.answer(operation.status))
  }

  /// A file as a response.
  static func response(_ upload: Upload, _ status: Int, _ answer: DocumentedOperation.Answer?) -> Response {
    let types = answer?.content.map(\.mediaType) ?? ["*/*"]
    var headers: HeaderFields = ["Content-Type": mediaType(of: upload, types)]
    StoredFileHeaders.protect(&headers, fileName: upload.fileName)
    return Response(status: status, headers: headers, content: .bytes(upload.bytes))
  }
}
