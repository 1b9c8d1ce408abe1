/// What a list answers when a parameter of the query asks for it in pages, where the document has two forms of the answer
/// (`oneOf` or `anyOf`): the array alone, and an object with the array and what is about the page.
package struct PageChoice: Sendable, Equatable {
  /// The parameter of the query that asks for pages.
  package var parameter: String
  /// Whether that is true or false; else any value asks for pages.
  package var isFlag = true
  /// Whether the list comes in pages when the parameter is not sent.
  package var isUsual = false
  /// Where such an answer shows the records.
  package var form: OperationDescription.ResponseForm

  /// A choice by a parameter.
  package init(parameter: String, form: OperationDescription.ResponseForm) {
    (self.parameter, self.form) = (parameter, form)
  }

  /// Whether a request asks for pages.
  ///
  /// - Parameters:
  ///   - value: The value of the parameter; nil when it was not sent.
  package func isAsked(_ value: String?) -> Bool {
    guard let value, !value.isEmpty else { return isUsual }
    return !isFlag || !["false", "0", "no", "off"].contains(value.lowercased())
  }
}

extension PageChoice {
  mutating func code(_ coder: inout ModelCoder) {
    coder.text("parameter", &parameter)
    coder.flag("isFlag", &isFlag)
    coder.flag("isUsual", &isUsual)
    form.code(&coder)
  }
}
