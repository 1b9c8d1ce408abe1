/// Arithmetic on numbers from outside (rows that tests edit, imported states, seeds, clocks that were bent), which ends
/// at the ends of the range where the operators would end the process.
extension Int64 {
  /// The sum, or the nearest number to it that there is.
  package func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number to it that there is.
  package func saturatingSubtract(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The product of two numbers that are not negative, or the end of the range.
  package func saturatingMultiply(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
