/// Every picture there is; commands and scripts that draw follow it.
///
/// A new picture is one file in this folder and one line here.
public enum PictureCatalog {
  /// The pictures in the order that help shows.
  public static let all: [any Picture.Type] = [
    TreePicture.self,
    ScreenPicture.self,
    StackPicture.self,
    LayersPicture.self,
    EventsPicture.self,
  ]

  /// The picture of that name.
  public static func picture(named name: String) -> (any Picture.Type)? {
    all.first { $0.name == name }
  }
}
